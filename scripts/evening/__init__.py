"""A whole evening over HTTP against a running server, as phones and an office would play it."""
