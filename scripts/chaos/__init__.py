"""The evening again, while everything that can break in a hall breaks, and a checker of what was kept."""
