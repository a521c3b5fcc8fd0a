-- Creates the clinic's role and database on the primary. Repeating it only sets the password.
\getenv password DATABASE_PASSWORD
SELECT 'CREATE ROLE clinic LOGIN' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'clinic')
\gexec
ALTER ROLE clinic PASSWORD :'password';
SELECT 'CREATE DATABASE clinic OWNER clinic' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'clinic')
\gexec
