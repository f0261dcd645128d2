// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useCallback, useId, useState } from "react";
import { useRealm } from "../../console/realm";
import { useLanguage } from "../../language/language";
import { Button } from "../../parts/Button";
import { EmptyState } from "../../parts/EmptyState";
import { Loading } from "../../parts/Loading";
import { Select } from "../../parts/Select";
import { usePolling } from "../../parts/usePolling";
import { ViewHeader } from "../../parts/ViewHeader";
import { EndpointName } from "./EndpointName";
import { HistoryFailure } from "./HistoryFailure";
import { RESOLUTIONS, type Resolution, type TimeLine } from "./timeLine";
import { TimeLineChart } from "./TimeLineChart";
import { TimeLineTable } from "./TimeLineTable";
import { nameOf, type EndpointKey } from "./timings";

/** The requests to one endpoint over time. */
export function TimeLineView({ endpoint }: { readonly endpoint: EndpointKey }) {
    const { t } = useLanguage();
    const realm = useRealm();
    const id = useId();
    const [resolution, setResolution] = useState<Resolution>("minutes");
    const { uri, method, grantType } = endpoint;
    const ask = useCallback(
        (signal: AbortSignal) =>
            realm.get<TimeLine>("/request-timings/time-line", { uri, method, grantType, resolution }, signal),
        [realm, uri, method, grantType, resolution],
    );
    const { value, error, stale, refresh } = usePolling(ask, undefined);
    const line = error === undefined && !stale ? value : undefined;
    return (
        <>
            <ViewHeader page="timings" name={nameOf(endpoint)} title={<EndpointName endpoint={endpoint} />}>
                <p className="keylift-note">{t("timeLine.about")}</p>
                <div className="keylift-toolbar">
                    <label className="keylift-inline" htmlFor={id}>
                        {t("timeLine.resolution")}
                        <Select
                            id={id}
                            value={resolution}
                            options={RESOLUTIONS.map((key) => ({ value: key, label: t(`timeLine.of.${key}`) }))}
                            onChange={setResolution}
                            data-testid="keylift-resolution"
                        />
                    </label>
                    <Button kind="secondary" onClick={refresh} data-testid="keylift-refresh">
                        {t("timings.refreshNow")}
                    </Button>
                </div>
            </ViewHeader>
            {error !== undefined && <HistoryFailure error={error} onRetry={refresh} />}
            {!line && error === undefined && <Loading />}
            {line && (
                <section className="pf-v5-c-page__main-section pf-m-light">
                    {line.points.length > 0 ? (
                        <>
                            <TimeLineChart line={line} />
                            <TimeLineTable points={line.points} />
                        </>
                    ) : (
                        <EmptyState title={t("timeLine.none")}>{t("history.late")}</EmptyState>
                    )}
                </section>
            )}
        </>
    );
}
