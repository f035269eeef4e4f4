/** The countries of the specification, and no others. */
export const COUNTRY_CODES = (
  'AE AL AM AR AT AU BA BE BG BH BO BR BY CA CH CL CN CO CR CY CZ DE DK DO EC EE EG ES FI FR GB GE GH GR GT HK HN HR ' +
  'HU ID IE IL IN IQ IS IT JO JP KR KW LB LT LU LV MA MD ME MK MT MX MY NG NI NL NO NZ OM PK PA PE PH PL PT PY PS QA ' +
  'RO RS SA SE SG SI SK SV TH TN TR TW UA US UY VE VN ZA'
).split(' ');
