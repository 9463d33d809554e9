import type { Generated, Kysely } from 'kysely';

/**
 * The tables of the database. Columns that end in `_at` are milliseconds since 1970 UTC; those that end in `_ticks` are
 * units of 100 ns since 1970 UTC and, like `org_id` and sizes, exact 64-bit integers. Ids are 128 random bits in
 * hexadecimal. `*_folded` columns are for comparison. Secrets are stored as keyed hashes only.
 */
export interface Tables {
  settings: { name: string; value: string };
  sites: { id: string; api_url: string };
  tenants: {
    client_id: number;
    org_id: bigint;
    company_code: string;
    company_code_folded: string;
    /** Null: this service serves the tenant. */
    site_id: string | null;
    created_at: number;
  };
  domains: { domain: string; client_id: number };
  identity_providers: {
    client_id: number;
    kind: string;
    settings: string;
    /** Of the sealed client secrets. */
    key_id: Generated<string | null>;
  };
  accounts: {
    id: string;
    client_id: number | null;
    email: string;
    email_folded: string;
    user_name: string;
    user_name_folded: string;
    password_hash: string | null;
    created_at: number;
    /** Id of the person at the organisation's directory. */
    external_id: Generated<string | null>;
    /** JSON: display name, given name, family name as the directory has them; never compared. */
    names: Generated<string | null>;
    /** Last change by the directory; null: none since its creation. */
    changed_at: Generated<number | null>;
    /** Null: active. Otherwise nobody signs in, and the access keys of its folders are refused. */
    deactivated_at: Generated<number | null>;
  };
  entries: EntriesTable;
  administrators: {
    id: string;
    client_id: number;
    admin_user_id: string;
    admin_user_id_folded: string;
    password_hash: string;
    created_at: number;
  };
  api_keys: {
    id: string;
    name: string;
    hash: string;
    /** Id of the service key that the hash depends on; null: the first one. */
    key_id: Generated<string | null>;
    /** Null: a key for all tenants. */
    client_id: number | null;
    created_at: number;
    revoked_at: number | null;
    /** Null: not used since this is stored. */
    used_at: Generated<number | null>;
    /** The caller's address at that time. */
    used_from: Generated<string | null>;
  };
  folder_keys: {
    id: string;
    name: string;
    hash: string;
    /** Id of the service key that the hash depends on; null: the first one. */
    key_id: Generated<string | null>;
    folder_id: string;
    created_at: number;
    revoked_at: number | null;
    /** Null: not used since this is stored. */
    used_at: Generated<number | null>;
    /** The caller's address at that time. */
    used_from: Generated<string | null>;
  };
  scim_tokens: {
    id: string;
    name: string;
    hash: string;
    key_id: string | null;
    client_id: number;
    /** 1: its holder may also remove accounts. */
    removes: number;
    created_at: number;
    revoked_at: number | null;
    used_at: Generated<number | null>;
    used_from: Generated<string | null>;
  };
  promotions: {
    id: string;
    name: string;
    hash: string;
    /** Id of the service key that the hash depends on; null: the first one. */
    key_id: Generated<string | null>;
    /** The tenant of the created accounts. */
    client_id: number | null;
    places: number;
    redeemed: number;
    from_at: number | null;
    until_at: number | null;
    created_at: number;
  };
  session_tokens: {
    hash: string;
    /** Id of the service key that the hash depends on; null: the first one. */
    key_id: Generated<string | null>;
    account_id: string;
    api_key_id: string;
    created_at: number;
    expires_at: number;
  };
  pending_sign_ins: {
    /** Of the state (OpenID Connect) or of the ID of the AuthnRequest (SAML). */
    state_hash: string;
    key_id: Generated<string | null>;
    client_id: number;
    kind: 'SAML2' | 'OIDC';
    /** This one, the verifier and the type are null for SAML. */
    nonce: string | null;
    pkce_verifier: string | null;
    email_folded: string;
    application_type: number | null;
    created_at: number;
    expires_at: number;
    used_at: number | null;
  };
  used_assertions: {
    hash: string;
    /** Id of the service key that the hash depends on; null: the first one. */
    key_id: Generated<string | null>;
    /** From then on it is rejected as expired. */
    expires_at: number;
  };
  /** Of the operator's page. */
  operator_sessions: {
    hash: string;
    name: string;
    /** Of the identity provider. */
    subject: string;
    role: 'viewer' | 'operator' | 'admin';
    created_at: number;
    /** The last request, at most half a minute late. */
    seen_at: number;
    expires_at: number;
  };
  uploads: UploadsTable;
  /** Parts whose bytes may still be on the disk: of files and uploads that were deleted or replaced. SQLite only. */
  removed_parts: { part: string };
  /** Filled by the first rotation: null for what happened before it. */
  service_keys: {
    number: Generated<number>;
    id: string;
    fingerprint: string;
    added_at: number | null;
    /** Null: not used for new hashes yet. */
    current_at: number | null;
    retired_at: number | null;
  };
  /** Processes that have the data folder, or the database, open. */
  key_holders: {
    process: string;
    /** Ids of the service keys that it knows, separated by spaces. */
    keys: string;
    /** The one that it uses for new hashes. */
    current: string;
    changed_at: number;
    /** By the clock of the database; null: a process of an older version, which does not say. */
    seen_at: Generated<number | null>;
  };
  guesses: {
    subject: string;
    failures: number;
    since_at: number;
    /**
     * Attempts that running checks may use up, on PostgreSQL: those reserved in the period `reserved_period`, and in the
     * one before it. Older ones are forgotten.
     */
    reserved: Generated<number>;
    reserved_before: Generated<number>;
    reserved_period: Generated<number>;
  };
  /** One row for each account of a running check. */
  account_checks: { id: string; subject: string; began_at: number };
  audit_log: {
    id: Generated<number>;
    at: number;
    /** Who did it: `api-key:NAME`, `administrator:ID`, `operator`, `operator:NAME` on the operator's page. */
    actor: string;
    action: string;
    /** The changed object. */
    subject: string;
    /** JSON; never a secret. */
    details: string;
    /** Id of the request that made the change; null for the operator and the sweep. */
    request_id: string | null;
  };
  hook_deliveries: HookDeliveriesTable;
  policies: {
    kind: 'quota' | 'retention';
    subject_kind: PolicySubjectKind;
    /** Id of the account, folder or folder access key; the ClientID of a tenant. */
    subject_id: string;
    /** Bytes of a quota; milliseconds of a retention, 0 for forever. */
    value: bigint;
  };
  shares: SharesTable;
  /** Bytes that a counted download of a share has paid for and that were not sent yet; negative: sent twice. */
  share_credits: { share_id: string; name: string; bytes: bigint };
  mail_recipients: {
    id: string;
    folder_id: string;
    /** As given, for the messages. */
    address: string;
    address_folded: string;
    created_at: number;
  };
  /** The files of the messages that were not sent yet. */
  mail_files: {
    id: Generated<number>;
    /** Id of the event in `hook_deliveries`. */
    event_id: string;
    name: string;
    size: bigint;
    digest: string;
    at: number;
  };
  data_keys: {
    number: Generated<number>;
    /** 12 hexadecimal digits; the ids of uploads that it seals end with them. */
    id: string;
    /** Null: of accounts without a tenant. */
    client_id: number | null;
    sealed: string;
    sealed_by: 'service-key' | 'kms';
    /** Of the service key that seals it; null for a key-management system. */
    key_id: string | null;
    created_at: number;
  };
  locks: {
    folder_id: string;
    /** Until then none of its files may be removed or replaced; 0: no such time. */
    until_at: number;
    /** Milliseconds after its publication during which a file may not be; 0: none. */
    keep: number;
    /** Until then the lock is not in force, since two people have agreed. */
    released_until: number;
  };
  lock_releases: {
    id: string;
    folder_id: string;
    requested_by: string;
    reason: string;
    requested_at: number;
    /** Null: nobody has approved it. */
    approved_by: string | null;
  };
  extents: ExtentsTable;
  tail: {
    upload_id: string;
    /** Offset of the first byte in the upload. */
    at: bigint;
    bytes: Buffer;
  };
  deletions: {
    /** Of an object that nothing refers to. */
    key: string;
    after_at: number;
  };
}

/** A quota applies to the first three, a retention to the last two. */
export type PolicySubjectKind = 'folder-key' | 'account' | 'tenant' | 'folder';

/**
 * Folders and files in one table, so that a folder and a file in the same folder cannot share a name. The root of an
 * account is the folder without a parent, with an empty name.
 */
export interface EntriesTable {
  id: string;
  account_id: string;
  parent_id: string | null;
  name: string;
  kind: 'folder' | 'file';
  /** Name of the part in the content store. This and the following columns are null for a folder. */
  content: string | null;
  size: bigint | null;
  written_ticks: bigint | null;
  creation_ticks: bigint | null;
  created_at: number;
  /**
   * The content that the following columns describe: they are valid only while it is `content`, since a process of an
   * older version changes `content` alone.
   */
  described_content: string | null;
  /** SHA-256 of the content in hexadecimal. */
  digest: string | null;
  /** The keys that published the content; null when an older version did. */
  api_key_id: string | null;
  folder_key_id: string | null;
  published_at: number | null;
}

/** A folder that its owner gives to others by a link, until 30 days after its end. */
export interface SharesTable {
  id: string;
  /** Of the token in the link. */
  token_hash: string;
  key_id: string;
  folder_id: string;
  /** For whom it is, in lists; null: not said. */
  label: string | null;
  /** Null: without a password. */
  password_hash: string | null;
  /** Null: any number. */
  max_downloads: number | null;
  downloads: Generated<number>;
  created_at: number;
  /** Who made it: `operator`, `folder-key:NAME`. */
  created_by: string;
  expires_at: number;
  revoked_at: number | null;
}

/**
 * The bytes of uploads and files in an object store; PostgreSQL only. An object is named by one row, in which its bytes are
 * from the first on; the small last chunks of an unfinished upload are in `tail`.
 */
export interface ExtentsTable {
  /** Of the object. */
  key: string;
  /** Null: the object was found without a row, and is condemned; nobody can name it any more. */
  upload_id: string | null;
  /** Offset of its first byte in the upload. */
  at: bigint | null;
  size: bigint;
  /** SHA-256 of the bytes in hexadecimal. */
  digest: string;
}

/** An upload, from its first chunk until 24 hours after its last. */
export interface UploadsTable {
  id: string;
  token_hash: string;
  key_id: string | null;
  api_key_id: string;
  folder_key_id: string;
  folder_id: string;
  file_name: string;
  /** Acknowledged bytes. */
  held: bigint;
  /** Incremented when a caller takes over from another; a caller with an older generation cannot commit. */
  generation: number;
  /** Generation whose spool file contains the `held` bytes. */
  spool_generation: number;
  /** Process that is appending, and when its lease ends. */
  lease_owner: string | null;
  lease_until: number | null;
  /** Times from the chunks. */
  written_ticks: bigint | null;
  creation_ticks: bigint | null;
  started_at: number;
  touched_at: number;
  finished_at: number | null;
  /** The last chunk, to recognise a resend after the file is published. */
  last_offset: bigint;
  last_digest: string;
  /** SHA-256 of the first `digest_held` bytes, in hexadecimal; fewer than `held` when an older version appended. */
  digest: string | null;
  digest_held: bigint | null;
  /** When a check refused the file: it is in quarantine, unfinished. Null: no check has. */
  refused_at: number | null;
  /** Name of the check, and its reason. */
  refused_by: string | null;
  refused_reason: string | null;
}

/** An event for one hook, from the commit of the change until the hook has it. */
export interface HookDeliveriesTable {
  /** The order of the events. */
  seq: Generated<number>;
  /** Id of the event; the same in each attempt. */
  id: string;
  /** Name of the hook. */
  hook: string;
  account_id: string;
  /** The folder's id and the name of the file: events of one file are delivered in order. */
  file_key: string;
  /** The event as JSON. */
  body: string;
  created_at: number;
  /** When the time to deliver it began: its creation, that of a message when it is due, or the last `hooks retry`. */
  since_at: number;
  /** When the next attempt may begin. */
  due_at: number;
  /** Attempts that failed. */
  attempts: Generated<number>;
  last_error: string | null;
  /** When the service gave up; null: pending. */
  failed_at: number | null;
  /** Process that is delivering it, and when its lease ends. */
  lease_owner: string | null;
  lease_until: number | null;
}

/** The database, or a transaction on it: every repository function takes either. */
export type Db = Kysely<Tables>;
