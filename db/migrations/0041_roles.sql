-- Roles for the entrance, the floor, marketing and the books.
-- while serving: both tables are small. The older version signs out an account that got a new role, until it is replaced.
alter table staff_users drop constraint staff_users_role_check;
alter table staff_users add constraint staff_users_role_check
  check (role in ('owner', 'manager', 'host', 'door', 'server', 'marketing', 'accountant')) not valid;
alter table staff_users validate constraint staff_users_role_check;

alter table staff_invitations drop constraint staff_invitations_role_check;
alter table staff_invitations add constraint staff_invitations_role_check
  check (role in ('owner', 'manager', 'host', 'door', 'server', 'marketing', 'accountant')) not valid;
alter table staff_invitations validate constraint staff_invitations_role_check;
