-- while serving: refunds are few, and the index is made of rows with the new column only: there are none yet.
-- Idempotency key of the form with which staff asked for a refund: sent twice, it refunds once. A refund of several payments
-- has a row for each of them.
alter table refunds add column request_key uuid;
create unique index refunds_request_key on refunds (request_key, checkout_id) where request_key is not null;
