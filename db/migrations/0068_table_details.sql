-- A table's picture, terms and minimum spend, shown to guests beside its seats and price. One picture, such as a view of the
-- zone, may serve several tables.
alter table venue_tables
  add column image_id uuid references media (id),
  add column included text check (included <> '' and length(included) <= 200),
  add column minimum_spend_cents integer check (minimum_spend_cents between 50 and 10000000);
