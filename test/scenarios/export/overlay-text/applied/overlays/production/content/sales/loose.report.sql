select 2
