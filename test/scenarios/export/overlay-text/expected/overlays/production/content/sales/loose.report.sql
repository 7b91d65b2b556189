select 22
