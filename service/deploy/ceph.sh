#!/bin/bash
# A store for one machine: Ceph with its S3 gateway and a bucket, as root: ceph.sh DIR ADDRESS:PORT BUCKET
#
# compose.yaml runs it in Ceph's image. DIR is kept: the next start has the same objects. Access key and secret are
# AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. Objects are on one disk; a site of several machines has Ceph on several, too.
set -euo pipefail
dir=$(realpath -m "$1") endpoint=$2 bucket=$3
port=${endpoint##*:} monitor=127.0.0.1:$((${endpoint##*:} + 1))
export CEPH_CONF=$dir/ceph.conf

# configure FSID
configure() {
  cat >"$CEPH_CONF" <<C
[global]
fsid = $1
mon host = v2:$monitor
# Daemons and clients are on this machine, and only the gateway listens beyond it.
auth cluster required = none
auth service required = none
auth client required = none
public network = 127.0.0.0/8
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pg autoscale mode = off
mon allow pool size one = true
mon max pg per osd = 1000
osd crush chooseleaf type = 0
osd objectstore = bluestore
bluestore block create = true
bluestore block size = ${CEPH_BYTES:-107374182400}
osd memory target = 939524096
run dir = $dir/run
admin socket = $dir/run/\$name.asok
pid file = $dir/run/\$name.pid
log file = $dir/log/\$name.log
mon data = $dir/mon
osd data = $dir/osd
keyring = $dir/keyring
[client.rgw]
rgw data = $dir/rgw
rgw frontends = beast endpoint=$endpoint
ms mon client mode = crc
C
}

# The monitor and the disk, once.
create() {
  local fsid disk
  fsid=$(cat /proc/sys/kernel/random/uuid) disk=$(cat /proc/sys/kernel/random/uuid)
  rm -rf "$dir"/{mon,osd,rgw,run,log,keyring,monmap}
  mkdir -p "$dir"/{mon,osd,rgw,run,log}
  configure "$fsid"
  ceph-authtool --create-keyring "$dir/keyring" --gen-key -n mon. --cap mon 'allow *'
  monmaptool --create --fsid "$fsid" --addv a "[v2:$monitor]" "$dir/monmap"
  ceph-mon --mkfs -i a --monmap "$dir/monmap" --keyring "$dir/keyring"
  ceph-mon -i a
  ceph osd new "$disk"
  ceph-osd -i 0 --mkfs --osd-uuid "$disk"
  ceph osd crush add osd.0 1.0 root=default host=localhost
  touch "$dir/created"
}

# stop: the gateway first, the monitor last.
stop() {
  local name
  for name in client.rgw osd.0 mon.a; do
    [ ! -s "$dir/run/$name.pid" ] || kill "$(cat "$dir/run/$name.pid")" || true
    sleep 1
  done
}

rm -f "$dir"/run/*.pid
if [ -e "$dir/created" ]; then ceph-mon -i a; else create; fi
trap 'stop; exit 0' TERM INT
ceph-osd -i 0
radosgw -n client.rgw
until curl -sfo /dev/null "http://127.0.0.1:$port/"; do sleep 0.5; done
radosgw-admin user info --uid rfs >/dev/null 2>&1 || radosgw-admin user create --uid rfs --display-name rfs \
  --access-key "$AWS_ACCESS_KEY_ID" --secret-key "$AWS_SECRET_ACCESS_KEY" >/dev/null
# Creating a bucket that one has is no error.
curl -sf -X PUT --aws-sigv4 aws:amz:us-east-1:s3 --user "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY" \
  -H 'x-amz-content-sha256: UNSIGNED-PAYLOAD' "http://127.0.0.1:$port/$bucket"
echo "Ceph listens on $endpoint with the bucket $bucket."
# Ends when the gateway does.
while kill -0 "$(cat "$dir/run/client.rgw.pid" 2>/dev/null || cat "$dir"/run/*rgw*.pid)" 2>/dev/null; do
  sleep 1 &
  wait $!
done
exit 1
