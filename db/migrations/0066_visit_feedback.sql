-- Thanks on the morning after a visit, and the guest's word about it. See docs/decisions/0048-answers-of-guests.md.
-- while serving: a setting with a default, a new table, and a trigger on `reservations` whose lock lasts for moments. The older
-- version anonymises reservations too, and its transactions run the trigger.
alter table venue add column thanks_enabled boolean not null default true;

-- One word for each reservation. Staff read it; nothing of it is public.
create table visit_feedback (
  reservation_id uuid primary key references reservations (id) on delete cascade,
  rating integer not null check (rating between 1 and 5),
  comment text not null default '' check (length(comment) <= 2000),
  given_at timestamptz not null
);
create index visit_feedback_given_at on visit_feedback (given_at desc, reservation_id desc);
create trigger visit_feedback_announced after insert or update on visit_feedback for each statement
  execute function announce_change('reservations');

-- The comment is personal data; the rating of an anonymous guest is not.
create function erase_visit_comment() returns trigger language plpgsql as $$
begin
  update visit_feedback set comment = '' where reservation_id = new.id and comment <> '';
  return null;
end
$$;
create trigger reservations_visit_comment after update of anonymised_at on reservations for each row
  when (old.anonymised_at is null and new.anonymised_at is not null) execute function erase_visit_comment();
