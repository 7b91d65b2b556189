with flows as (
  select channel as source, customers_kind as target, measure(net_revenue) as value
  from sales
  where not is_refund
  group by 1, 2

  union all

  select customers_kind, products_category, measure(net_revenue)
  from sales
  where not is_refund
  group by 1, 2
)
select source, target, value
from flows
where value >= 1000  -- below that, only spaghetti
