"""The network: the only layer with sockets and clocks."""
