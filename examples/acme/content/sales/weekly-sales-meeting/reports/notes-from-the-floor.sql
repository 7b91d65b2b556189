select customers_name as name, customers_city as city, measure(net_revenue) as revenue
from sales
where ordered_at >= date_trunc('week', current_date)
group by 1, 2
order by 3 desc
limit 3
