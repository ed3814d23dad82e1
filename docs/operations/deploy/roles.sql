-- Runs once, in an empty database folder. The passwords are those of cardloom.env and owner.env.
CREATE ROLE cardloom_owner LOGIN PASSWORD 'change-this-owner';
CREATE ROLE cardloom_app LOGIN PASSWORD 'change-this-app';
CREATE DATABASE cardloom OWNER cardloom_owner;
