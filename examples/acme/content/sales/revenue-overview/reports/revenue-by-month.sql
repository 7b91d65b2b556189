select
  date_trunc('month', ordered_at) as month,
  measure(net_revenue) as net_revenue
from orders
group by 1
order by 1
