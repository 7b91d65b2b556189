-- Net of refunds.
select month, sum(amount) as revenue
from ${var.schema}.orders
where not is_refund
group by 1
