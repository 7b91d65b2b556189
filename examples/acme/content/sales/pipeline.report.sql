select
  stage,
  stage_order,
  measure(amount) as amount,
  measure(weighted_amount) as weighted_amount,
  measure(count) as deals
from opportunities
where expected_close < date_trunc('quarter', current_date) + interval '6 months'
  and probability > 0.05  -- dead deals that nobody dares to close
group by 1, 2
order by stage_order
