/** The rules of service/deploy/alerts.yaml. */
export declare const rules: readonly {
  readonly alert: string;
  readonly annotations: { readonly summary: string; readonly remedy: string; readonly runbook_url: string };
}[];
