#!/bin/bash
# Run once in a new database of PostgreSQL's image (/docker-entrypoint-initdb.d): a standby may replicate it, and from the
# next start on a commit waits until the standby has it on its disk.
set -euo pipefail
echo "host replication $POSTGRES_USER samenet scram-sha-256" >>"$PGDATA/pg_hba.conf"
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" -qo /dev/null <<'SQL'
SELECT pg_create_physical_replication_slot('standby', true);
-- Not obeyed before the server is started again: nothing here would be committed without a standby.
ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (standby)';
SQL
