-- Staff see which names of a guest list were told of the last change of its night. See docs/decisions/0061-lines-follow-their-nights.md.
-- while serving: `guest_lists` is locked for a moment, and lists whose guests were told are written once. A change that the older version
-- tells meanwhile is not shown.

alter table guest_lists
  -- The change that guests were told of last, and when; both null where the night is as it was when the list was made.
  add column told_change text check (told_change in ('list_called_off', 'list_moved', 'list_on_again')),
  add column told_at timestamptz,
  add constraint guest_lists_told_whole check ((told_change is null) = (told_at is null));

-- The dedupe key of these messages is the night as it was told, in two words, and the moment.
update guest_lists l set told_change = m.kind, told_at = m.told_at from (
  select distinct on (n.list_id) n.list_id, q.kind, split_part(q.dedupe_key, ' ', 3)::timestamptz as told_at
  from guest_list_entries n join (
    select list_entry_id, kind, dedupe_key from email_queue union all
    select list_entry_id, kind, dedupe_key from text_messages) q on q.list_entry_id = n.id
  where q.kind in ('list_called_off', 'list_moved', 'list_on_again')
  order by n.list_id, told_at desc) m
where m.list_id = l.id;
