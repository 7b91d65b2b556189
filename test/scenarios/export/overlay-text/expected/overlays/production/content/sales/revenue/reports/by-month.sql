select 11
