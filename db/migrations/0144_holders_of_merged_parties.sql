-- The holder of a reservation enters free. A merged party has the holders of both, so that its guests pay no more cover than they were
-- told. See docs/decisions/0044-merging-and-splitting-reservations.md.
-- while serving: `reservations` is locked for moments: a column with a constant default rewrites no table, and the check reads it once.
-- The older version asks a merged party for the cover of all guests but one; what it changes keeps to the check by the trigger.
alter table reservations add column holder_count smallint not null default 1;
alter table reservations add constraint reservations_holder_count_check check (holder_count between 1 and guest_count);

-- Parties that are still to come and were merged before. Which holders stayed with one that was split since is not known.
update reservations r set holder_count = least(r.guest_count, 1 + m.merged)
from (select merged_into_id, count(*) as merged from reservations where merged_into_id is not null group by 1) m
where r.id = m.merged_into_id and r.deleted_at is null and r.ends_at > now()
  and not exists (select from activity a
    where a.entity = 'reservation' and a.entity_id = r.id::text and a.action in ('split', 'split off'));

-- A party that is made smaller has no more holders than guests, whatever writes it.
create function keep_holders_among_guests() returns trigger language plpgsql as $$
begin
  new.holder_count := new.guest_count;
  return new;
end
$$;
create trigger reservations_holders before update of guest_count on reservations for each row
  when (new.holder_count > new.guest_count and new.holder_count = old.holder_count)
  execute function keep_holders_among_guests();
