-- Net of refunds.
select month, sum(amount) as revenue
from ${var.schema}.orders
where not is_refund
  and amount > 0
group by 1
