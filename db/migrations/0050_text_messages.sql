-- Text messages to guests who agreed to them. See docs/decisions/0042-text-messages.md.
-- while serving: the tables are new. Three triggers are added to `reservations`, `waiting_entries` and `guest_list_entries`,
-- whose locks last for moments; the older version neither asks for consent nor sends texts.

-- Consent to texts about one reservation, one place in line or one entry of a guest list. It ends with a change of the number.
create table text_consents (
  id uuid primary key default new_id(),
  reservation_id uuid references reservations (id) on delete cascade,
  waiting_entry_id uuid references waiting_entries (id) on delete cascade,
  list_entry_id uuid references guest_list_entries (id) on delete cascade,
  -- Given by the guest in a form, or told to staff.
  source text not null check (source in ('guest', 'staff')),
  consented_at timestamptz not null,
  check (num_nonnulls(reservation_id, waiting_entry_id, list_entry_id) = 1)
);
create unique index text_consents_reservation on text_consents (reservation_id) where reservation_id is not null;
create unique index text_consents_waiting on text_consents (waiting_entry_id) where waiting_entry_id is not null;
create unique index text_consents_list_entry on text_consents (list_entry_id) where list_entry_id is not null;

-- Texts that wait, were sent, or were not sent, each with the reason. Text and number are read from the subject when a text is
-- sent, so that no row holds them.
create table text_messages (
  id uuid primary key default new_id(),
  reservation_id uuid references reservations (id) on delete cascade,
  waiting_entry_id uuid references waiting_entries (id) on delete cascade,
  list_entry_id uuid references guest_list_entries (id) on delete cascade,
  subject_id uuid not null generated always as (coalesce(reservation_id, waiting_entry_id, list_entry_id)) stored,
  kind text not null,
  dedupe_key text not null default '',
  -- `sending` is written before the request to the provider: a text whose answer was lost is never sent again.
  status text not null default 'queued'
    check (status in ('queued', 'sending', 'sent', 'delivered', 'failed', 'suppressed')),
  -- Reason of `failed` and `suppressed`: a word of ours, or the provider's code.
  reason text check (length(reason) <= 40),
  -- Keyed hash of the number, for the limit of a day.
  phone_hash text,
  provider_id text check (length(provider_id) <= 64),
  created_at timestamptz not null default now(),
  sending_at timestamptz,
  sent_at timestamptz,
  reported_at timestamptz,
  check (num_nonnulls(reservation_id, waiting_entry_id, list_entry_id) = 1),
  unique (subject_id, kind, dedupe_key)
);
create index text_messages_reservation on text_messages (reservation_id) where reservation_id is not null;
create index text_messages_waiting on text_messages (waiting_entry_id) where waiting_entry_id is not null;
create index text_messages_list_entry on text_messages (list_entry_id) where list_entry_id is not null;
create index text_messages_of_phone on text_messages (phone_hash, sending_at) where phone_hash is not null;

-- Numbers whose owner answered STOP. The keyed hash outlives the reservation without storing the number.
create table text_opt_outs (
  phone_hash text primary key,
  opted_out_at timestamptz not null
);

-- Consent was given for one number. An anonymised row has another one, so that its consent is deleted, too.
create function end_text_consent() returns trigger language plpgsql as $$
begin
  delete from text_consents c where case tg_table_name
    when 'reservations' then c.reservation_id = new.id
    when 'waiting_entries' then c.waiting_entry_id = new.id
    else c.list_entry_id = new.id
  end;
  if new.anonymised_at is not null then
    update text_messages m set phone_hash = null where case tg_table_name
      when 'reservations' then m.reservation_id = new.id
      when 'waiting_entries' then m.waiting_entry_id = new.id
      else m.list_entry_id = new.id
    end;
  end if;
  return null;
end
$$;
create trigger reservations_text_consent after update of guest_phone on reservations for each row
  when (phone_key(old.guest_phone) is distinct from phone_key(new.guest_phone)) execute function end_text_consent();
create trigger waiting_entries_text_consent after update of guest_phone on waiting_entries for each row
  when (phone_key(old.guest_phone) is distinct from phone_key(new.guest_phone)) execute function end_text_consent();
create trigger guest_list_entries_text_consent after update of guest_phone on guest_list_entries for each row
  when (phone_key(old.guest_phone) is distinct from phone_key(new.guest_phone)) execute function end_text_consent();
