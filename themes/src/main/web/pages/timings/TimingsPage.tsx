// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useCallback, useId, useState } from "react";
import { useRealm } from "../../console/realm";
import { useLanguage } from "../../language/language";
import { Button } from "../../parts/Button";
import { EmptyState } from "../../parts/EmptyState";
import { Failure } from "../../parts/Failure";
import { Loading } from "../../parts/Loading";
import { PageHeader } from "../../parts/PageHeader";
import { Resting } from "../../parts/Resting";
import { SearchField } from "../../parts/SearchField";
import { Select } from "../../parts/Select";
import { Switch } from "../../parts/Switch";
import { usePolling } from "../../parts/usePolling";
import { arrange, COLUMNS, PHASES, type Order, type SortKey, type Timings } from "./timings";
import { TimingsTable, useColumnLabel } from "./TimingsTable";

/** More endpoints than a Keycloak has; the server's own limit is higher. */
const MOST_ENDPOINTS = 1000;
const REFRESH_MILLIS = 5000;

export default function TimingsPage() {
    const { t, number, time } = useLanguage();
    const realm = useRealm();
    const [order, setOrder] = useState<Order>({ key: "total", ascending: false });
    const [filter, setFilter] = useState("");
    const [refreshing, setRefreshing] = useState(true);
    const sortId = useId();
    const ask = useCallback(
        (signal: AbortSignal) => realm.get<Timings>("/request-timings", { max: MOST_ENDPOINTS }, signal),
        [realm],
    );
    const { value: timings, error, resting, refresh } = usePolling(ask, refreshing ? REFRESH_MILLIS : undefined);
    const endpoints = timings && arrange(timings.endpoints, order, filter);
    const columnLabel = useColumnLabel();

    return (
        <>
            <PageHeader page="timings" about={t("timings.about")} />
            <Resting resting={resting} />
            {error !== undefined && <Failure error={error} onRetry={refresh} />}
            {!timings && error === undefined && <Loading />}
            {timings && endpoints && (
                <section className="pf-v5-c-page__main-section pf-m-light">
                    <div className="keylift-toolbar">
                        <SearchField
                            label={t("timings.filter")}
                            value={filter}
                            onSearch={setFilter}
                            testId="keylift-filter"
                        />
                        <label className="keylift-inline" htmlFor={sortId}>
                            {t("timings.sort")}
                            <Select
                                id={sortId}
                                value={order.key}
                                options={[
                                    ...(["endpoint", ...COLUMNS] as const).map((key) => ({
                                        value: key,
                                        label: columnLabel(key),
                                    })),
                                    ...PHASES.map((phase) => ({ value: phase, label: t(`phase.${phase}`) })),
                                ]}
                                onChange={(key: SortKey) => setOrder({ key, ascending: key === "endpoint" })}
                                data-testid="keylift-sort"
                            />
                        </label>
                        <Switch checked={refreshing} onChange={setRefreshing} label={t("timings.refresh")} />
                        <Button kind="secondary" onClick={refresh}>
                            {t("timings.refreshNow")}
                        </Button>
                    </div>
                    <p className="keylift-note">
                        {timings.realm === undefined
                            ? t("timings.ofAll")
                            : t("timings.ofRealm", { realm: timings.realm })}{" "}
                        {t("timings.between", {
                            from: time(Date.parse(timings.from)),
                            to: time(Date.parse(timings.to)),
                        })}{" "}
                        {t("timings.shown", { shown: number(endpoints.length), all: number(timings.endpointCount) })}
                    </p>
                    <ul className="keylift-legend" aria-label={t("timings.legend")}>
                        {PHASES.map((phase) => (
                            <li key={phase}>
                                <span className={`keylift-legend__colour keylift-phase-${phase}`} aria-hidden="true" />
                                {t(`phase.${phase}`)}
                            </li>
                        ))}
                    </ul>
                    {endpoints.length > 0 ? (
                        <TimingsTable endpoints={endpoints} order={order} onOrder={setOrder} />
                    ) : (
                        <EmptyState title={t(timings.endpointCount > 0 ? "timings.noneMatches" : "timings.none")} />
                    )}
                </section>
            )}
        </>
    );
}
