-- What every other migration stands on: extensions, ids that sort by time, and the touch of updated_at.

create extension if not exists btree_gist;
create extension if not exists pg_trgm;

-- PostgreSQL 18 makes time-ordered ids itself; 15 to 17 get the same shape from here.
do $$
begin
  if to_regproc('pg_catalog.uuidv7') is not null then
    execute 'create function new_id() returns uuid language sql volatile as ''select uuidv7()''';
  else
    execute $f$
      create function new_id() returns uuid language sql volatile as $body$
        select encode(
          set_bit(set_bit(
            overlay(uuid_send(gen_random_uuid())
              placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
              from 1 for 6),
            52, 1), 53, 1), 'hex')::uuid
      $body$
    $f$;
  end if;
end
$$;

create function touch_row() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  new.version := old.version + 1;
  return new;
end
$$;

-- Tells every server process what changed, so that it drops the pages it kept.
create function announce_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('content_changed', tg_argv[0]);
  return null;
end
$$;
