/** The keys that Vega-Lite reads, by place. A test compares them with the schema that it publishes. */
export const VEGA_KEYS = {
  view: listed(
    '$schema align autosize background bounds center columns concat config data datasets description encoding',
    'facet hconcat height layer mark name padding params projection repeat resolve spacing spec title transform',
    'usermeta vconcat view width',
  ),
  transform: listed(
    'aggregate as bandwidth bin calculate counts cumulative default density extent field filter flatten fold',
    'frame from groupby ignorePeers impute joinaggregate key keyvals limit loess lookup maxsteps method minsteps',
    'offset on op order param params pivot probs quantile regression resolve sample sort stack step steps',
    'timeUnit value window',
  ),
  mark: listed(
    'align angle aria ariaRole ariaRoleDescription aspect band bandSize baseline binSpacing blend borders box',
    'clip color continuousBandSize cornerRadius cornerRadiusBottomLeft cornerRadiusBottomRight cornerRadiusEnd',
    'cornerRadiusTopLeft cornerRadiusTopRight cursor description dir discreteBandSize dx dy ellipsis extent fill',
    'fillOpacity filled font fontSize fontStyle fontWeight height href innerRadius interpolate invalid limit line',
    'lineBreak lineHeight median minBandSize opacity order orient outerRadius outliers padAngle point radius',
    'radius2 radius2Offset radiusOffset rule shape size smooth stroke strokeCap strokeDash strokeDashOffset',
    'strokeJoin strokeMiterLimit strokeOffset strokeOpacity strokeWidth style tension text theta theta2',
    'theta2Offset thetaOffset thickness ticks time timeUnitBandPosition timeUnitBandSize tooltip type url width x',
    'x2 x2Offset xOffset y y2 y2Offset yOffset',
  ),
  channel: listed(
    'aggregate align axis bandPosition bin bounds center columns condition datum field format formatType header',
    'impute legend rescale scale sort spacing stack timeUnit title type value',
  ),
  axis: listed(
    'aria bandPosition description domain domainCap domainColor domainDash domainDashOffset domainOpacity',
    'domainWidth format formatType grid gridCap gridColor gridDash gridDashOffset gridOpacity gridWidth',
    'labelAlign labelAngle labelBaseline labelBound labelColor labelExpr labelFlush labelFlushOffset labelFont',
    'labelFontSize labelFontStyle labelFontWeight labelLimit labelLineHeight labelOffset labelOpacity',
    'labelOverlap labelPadding labelSeparation labels maxExtent minExtent offset orient position style tickBand',
    'tickCap tickColor tickCount tickDash tickDashOffset tickExtra tickMinStep tickOffset tickOpacity tickRound',
    'tickSize tickWidth ticks title titleAlign titleAnchor titleAngle titleBaseline titleColor titleFont',
    'titleFontSize titleFontStyle titleFontWeight titleLimit titleLineHeight titleOpacity titlePadding titleX',
    'titleY translate values zindex',
  ),
  legend: listed(
    'aria clipHeight columnPadding columns cornerRadius description direction fillColor format formatType',
    'gradientLength gradientOpacity gradientStrokeColor gradientStrokeWidth gradientThickness gridAlign',
    'labelAlign labelBaseline labelColor labelExpr labelFont labelFontSize labelFontStyle labelFontWeight',
    'labelLimit labelOffset labelOpacity labelOverlap labelPadding labelSeparation legendX legendY offset orient',
    'padding rowPadding strokeColor symbolDash symbolDashOffset symbolFillColor symbolLimit symbolOffset',
    'symbolOpacity symbolSize symbolStrokeColor symbolStrokeWidth symbolType tickCount tickMinStep title',
    'titleAlign titleAnchor titleBaseline titleColor titleFont titleFontSize titleFontStyle titleFontWeight',
    'titleLimit titleLineHeight titleOpacity titleOrient titlePadding type values zindex',
  ),
  scale: listed(
    'align base bins clamp constant domain domainMax domainMid domainMin domainRaw exponent interpolate nice',
    'padding paddingInner paddingOuter range rangeMax rangeMin reverse round scheme type zero',
  ),
  header: listed(
    'format formatType labelAlign labelAnchor labelAngle labelBaseline labelColor labelExpr labelFont',
    'labelFontSize labelFontStyle labelFontWeight labelLimit labelLineHeight labelOrient labelPadding labels',
    'orient title titleAlign titleAnchor titleAngle titleBaseline titleColor titleFont titleFontSize',
    'titleFontStyle titleFontWeight titleLimit titleLineHeight titleOrient titlePadding',
  ),
} as const

function listed(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(' '))
}
