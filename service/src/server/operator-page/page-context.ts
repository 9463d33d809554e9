import type { DefaultQuotas } from '../../uploads/admission.ts';
import type { FiringAlert } from '../alerts/alert-watch.ts';
import type { GaugeSources } from '../metrics.ts';
import type { Service } from '../open-service.ts';

/** What the operator's page shows and changes. */
export interface OperatorPageContext {
  readonly service: Pick<Service, 'state' | 'store' | 'withRoom'>;
  /** Quotas of those without their own. */
  readonly quotas: DefaultQuotas;
  readonly gauges: GaugeSources;
  /** The alerts that fire now; undefined when their rules cannot be used. */
  readonly alerts: () => readonly FiringAlert[] | undefined;
  /** The hooks, with the programs or addresses that get their events. */
  readonly hooks: readonly { readonly name: string; readonly target: string }[];
  readonly version: string;
}
