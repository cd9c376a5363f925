-- The browser in which a guest began to pay for a change, as a keyed hash: its pages show the table that is held meanwhile.
-- while serving: `guest_changes` is locked for a moment. The older version writes no browser, and its pages show no such table.
alter table guest_changes add column holder_browser text;
create index guest_changes_by_browser on guest_changes (holder_browser) where status = 'open';
