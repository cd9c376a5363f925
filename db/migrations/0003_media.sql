-- Pictures. A row never changes its bytes: a new upload is a new id, so addresses can be cached for ever.

create table media (
  id uuid primary key default new_id(),
  storage_key text not null unique check (storage_key ~ '^[a-z0-9][a-z0-9/._-]*$'),
  content_type text not null check (content_type in ('image/jpeg', 'image/png', 'image/webp')),
  width integer not null check (width between 1 and 20000),
  height integer not null check (height between 1 and 20000),
  byte_size integer not null check (byte_size > 0),
  colour text not null check (colour ~ '^#[0-9a-f]{6}$'),
  created_at timestamptz not null default now()
);
