-- Net of refunds, from analytics.
select month, sum(amount) as revenue
from ${var.schema}.orders
join old_analytics.refunds using (id)
group by 1
