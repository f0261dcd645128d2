// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useCallback, useState } from "react";
import { useRealm } from "../../console/realm";
import { useLanguage } from "../../language/language";
import { Alert } from "../../parts/Alert";
import { Button } from "../../parts/Button";
import { EmptyState } from "../../parts/EmptyState";
import { Loading } from "../../parts/Loading";
import { Pages } from "../../parts/Pages";
import { usePolling } from "../../parts/usePolling";
import type { Compare, Comparison } from "./changes";
import { ChangesTable } from "./ChangesTable";
import { HistoryFailure } from "./HistoryFailure";
import { Sides } from "./Sides";

const PAGE = 50;

/** The requests of now beside those of before. Asks once: the server reads a day or two for each answer. */
export function ComparisonView({ compare }: { readonly compare: Compare }) {
    const { t } = useLanguage();
    const realm = useRealm();
    const [first, setFirst] = useState(0);
    const ask = useCallback(
        (signal: AbortSignal) => realm.get<Comparison>("/request-timings", { compare, first, max: PAGE }, signal),
        [realm, compare, first],
    );
    const { value: comparison, error, stale, refresh } = usePolling(ask, undefined);
    if (error !== undefined) {
        return <HistoryFailure error={error} onRetry={refresh} />;
    }
    if (!comparison) {
        return <Loading />;
    }
    const { now, before, endpointCount, endpoints } = comparison;
    return (
        <section className="pf-v5-c-page__main-section pf-m-light" data-testid="keylift-comparison">
            {before ? (
                <>
                    <Sides now={now} before={before} />
                    <div className="keylift-toolbar">
                        <Button kind="secondary" onClick={refresh} data-testid="keylift-refresh">
                            {t("timings.refreshNow")}
                        </Button>
                        <Pages first={first} size={PAGE} more={first + PAGE < endpointCount} onFirst={setFirst} />
                    </div>
                    {endpoints.every((change) => !change.now) && (
                        <Alert kind="info" title={t("changes.nothingNow")} testId="keylift-nothing-now" />
                    )}
                    <ChangesTable changes={endpoints} busy={stale} />
                    <p className="keylift-note">{t("changes.noFactor")}</p>
                </>
            ) : (
                <EmptyState title={t(`changes.none.${compare}`)}>
                    <p>{t(`changes.none.${compare}.why`)}</p>
                    <Button kind="link" onClick={refresh}>
                        {t("page.retry")}
                    </Button>
                </EmptyState>
            )}
        </section>
    );
}
