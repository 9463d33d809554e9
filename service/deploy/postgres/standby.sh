#!/bin/bash
# The standby of a primary: copies it at the first start, then follows it. As the user of the database, with PGDATA,
# PGUSER, PGPASSWORD: standby.sh PRIMARY [PORT], then arguments for postgres
set -euo pipefail
primary=$1 port=${2:-5432}
shift; [ $# -eq 0 ] || shift
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  until pg_isready -q -h "$primary" -p "$port"; do sleep 0.5; done
  pg_basebackup -h "$primary" -p "$port" -D "$PGDATA" -X stream -S standby -R
  # When it is promoted it accepts commits alone. `doctor` reports that; name a new standby soon.
  printf "synchronous_standby_names = ''\ncluster_name = 'standby'\n" >>"$PGDATA/postgresql.auto.conf"
  chmod 700 "$PGDATA"
fi
exec postgres "$@"
