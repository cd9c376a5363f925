-- End of a line: of its night or its dinner time, or the closing of that night by staff.
-- while serving: a new function locks nothing.
create function line_ends_at(night_over_at timestamptz, dinner_at timestamptz, business_date date) returns timestamptz
language sql stable as $$
  select coalesce(night_over_at, least(dinner_at, (select c.closed_at from night_closings c where c.night = business_date)))
$$;
