"""The REST API, version 1: thin views over queries and services, shapes and refusals as the public contract has them."""
