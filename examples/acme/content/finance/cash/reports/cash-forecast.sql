select
  date_trunc('week', day) as week,
  measure(net_flow) as net_flow
from cash
where day >= current_date - interval '2 years'
group by 1
order by 1
