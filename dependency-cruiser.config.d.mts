import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser'

declare const config: {
  forbidden: (IForbiddenRuleType & { name: string })[]
  options: ICruiseOptions & Required<Pick<ICruiseOptions, 'enhancedResolveOptions'>>
}
export default config
