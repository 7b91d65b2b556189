-- $${var.schema} and $${x} are just text here
select '$${var.schema}' as schema, 'O''Brien; drop table orders' as name, '--' as "on", null as no   


