-- What was asked of the house can be deleted. Once it leaves the bin for good, the letters about it go with it.

alter table mails
  drop constraint mails_inquiry_id_fkey,
  drop constraint mails_application_id_fkey,
  drop constraint mails_table_request_id_fkey,
  add constraint mails_inquiry_id_fkey foreign key (inquiry_id) references inquiries (id) on delete cascade,
  add constraint mails_application_id_fkey
    foreign key (application_id) references performer_applications (id) on delete cascade,
  add constraint mails_table_request_id_fkey
    foreign key (table_request_id) references table_requests (id) on delete cascade;

create index inquiries_bin on inquiries (deleted_at) where deleted_at is not null;
create index table_requests_bin on table_requests (deleted_at) where deleted_at is not null;
create index performer_applications_bin on performer_applications (deleted_at) where deleted_at is not null;
