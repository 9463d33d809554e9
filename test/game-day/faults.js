/**
 * What the game day breaks. `id` is the section of docs/service/bad-day.md whose commands mend it. `prepare`, `break` and
 * `mend` are for bash; `mend` is what others do before these commands help. `callers` is in what an uploader or, with
 * `signIn`, somebody who signs in gets; undefined: they notice nothing. `alerts` fire. `needs` are programs or kinds of
 * installations. `short` is for CI.
 *
 * @type {readonly import('./game-day.js').Fault[]}
 */
export const faults = [
  {
    id: 'the-volume-is-full',
    needs: ['disk'],
    break: 'fallocate -l $(($(df --output=avail -B1 "$VOLUME" | tail -1) - 1048576)) "$VOLUME/other-program.log"',
    callers: /StorageFull/,
    alerts: ['RfsDiskFillsUp', 'RfsNotReady', 'RfsServerFaults'],
  },
  {
    id: 'the-volume-is-read-only',
    needs: ['disk'],
    break: 'echo 1 >"/sys/fs/ext4/$(basename "$DEVICE")/trigger_fs_error"',
    callers: /StorageReadOnly/,
    alerts: ['RfsNotReady', 'RfsServerFaults'],
  },
  {
    id: 'the-database-is-lost',
    needs: [],
    prepare: 'rm -rf "$BACKUP" && remote-file-service backup "$BACKUP" --copy',
    break: 'rm "$RFS_DATA"/database.sqlite*',
    callers: /StorageReadOnly/,
    alerts: ['RfsNotReady', 'RfsServerFaults'],
    short: true,
  },
  {
    id: 'the-database-is-damaged',
    needs: [],
    prepare: 'rm -rf "$BACKUP" && remote-file-service backup "$BACKUP" --copy',
    // All pages but the first, as a disk that has lost what it was given.
    break: `systemctl stop remote-file-service
bytes=$(stat -c %s "$RFS_DATA/database.sqlite")
dd if=/dev/urandom of="$RFS_DATA/database.sqlite" bs=4096 seek=1 count=$((bytes / 4096 - 1)) conv=notrunc status=none
systemctl start remote-file-service`,
    callers: /ECONNREFUSED|ECONNRESET|InternalError/,
    alerts: ['RfsNotReady'],
  },
  {
    id: 'a-file-has-changed',
    needs: [],
    prepare: 'rm -rf "$BACKUP" && remote-file-service backup "$BACKUP" --copy',
    break: `cd "$BACKUP/files"
printf changed | dd of="$RFS_DATA/files/$(find . -type f | head -1)" conv=notrunc status=none
CHANGED=$(remote-file-service doctor --deep | sed -n 's/^error content-changed: \\([^:]*\\):.*/\\1/p')
curl -s -o /dev/null "$(remote-file-service files link "$CHANGED")" || true`,
    alerts: ['RfsFileChanged'],
  },
  {
    id: 'the-service-is-killed',
    needs: [],
    break: 'systemctl kill -s KILL remote-file-service',
    callers: /ECONNREFUSED|ECONNRESET/,
    alerts: ['RfsNotReady', 'RfsProcessGone'],
    short: true,
  },
  {
    id: 'a-process-of-several-is-gone',
    needs: [],
    prepare: 'systemctl start remote-file-service-2',
    break: 'systemctl kill -s KILL remote-file-service-2',
    alerts: ['RfsProcessGone'],
    short: true,
    after: 'systemctl stop remote-file-service-2',
  },
  {
    id: 'the-clock-is-ahead',
    needs: ['faketime'],
    break: 'timedatectl set-ntp false; timedatectl set-time "$(date -d "+30 days" "+%F %T")"',
    // Unfinished uploads seem to have expired, and are begun again.
    alerts: ['RfsClockAhead', 'RfsClockDiffers'],
  },
  {
    id: 'the-clock-is-behind',
    needs: ['faketime'],
    break: 'timedatectl set-ntp false; timedatectl set-time "$(date -d "-2 days" "+%F %T")"',
    alerts: ['RfsClockDiffers'],
  },
  {
    id: 'an-identity-provider-is-down',
    needs: [],
    break: 'systemctl stop identity-provider',
    mend: 'systemctl start identity-provider',
    signIn: true,
    callers: /cannot be reached/,
    alerts: ['RfsProviderFails'],
  },
  {
    id: 'the-certificate-has-expired',
    needs: ['openssl', 'faketime'],
    break: 'certbot renew "40 days ago"; systemctl restart remote-file-service',
    callers: /CERT_HAS_EXPIRED/,
    alerts: ['RfsCertificateEnds'],
  },
  {
    id: 'a-hook-fails',
    needs: [],
    break: 'systemctl stop hook-receiver',
    mend: 'systemctl start hook-receiver',
    alerts: ['RfsHookLate'],
  },
  {
    id: 'a-check-gives-no-verdict',
    needs: ['clamd'],
    break: 'systemctl stop clamav-daemon',
    callers: /could not be checked/,
    alerts: ['RfsCheckFails'],
  },
  {
    id: 'the-object-store-refuses',
    needs: ['servers'],
    break: 'systemctl kill -s KILL ceph-radosgw',
    callers: /StorageBusy/,
    alerts: ['RfsServerFaults', 'RfsStoreFails'],
  },
  {
    id: 'the-object-store-is-slow',
    needs: ['servers'],
    break: 'systemctl kill -s STOP ceph-radosgw',
    callers: /StorageBusy|time/i,
    alerts: ['RfsServerFaults', 'RfsStoreFails'],
  },
  {
    id: 'a-process-of-several-is-gone',
    title: 'One machine of two is gone',
    needs: ['servers'],
    prepare: 'systemctl start remote-file-service-2',
    break: 'systemctl kill -s KILL remote-file-service-2',
    alerts: ['RfsProcessGone'],
  },
  {
    id: 'the-primary-is-lost',
    needs: ['servers'],
    break: 'kill -9 "$(head -1 "$PRIMARY_DATA/postmaster.pid")"',
    callers: /StorageBusy/,
    alerts: ['RfsNotReady', 'RfsServerFaults'],
  },
];
