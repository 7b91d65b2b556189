select
  extract(dow from ordered_at) as weekday,
  extract(hour from ordered_at) as hour,
  measure(count) as orders
from orders
where channel in ('web', 'phone')
group by 1, 2
