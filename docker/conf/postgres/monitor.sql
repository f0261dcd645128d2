-- SPDX-FileCopyrightText: The Keylift authors
-- SPDX-License-Identifier: Apache-2.0
--
-- A user who may read PostgreSQL's own figures, and no data. Run once by psql, when the database is made.
\getenv password KEYLIFT_MONITOR_PASSWORD
CREATE ROLE keylift_monitor LOGIN PASSWORD :'password' IN ROLE pg_monitor;
