select 1 from ${var.schema}.x
