// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useCallback, useId, useMemo } from "react";
import { useRealm } from "../../console/realm";
import { useLanguage } from "../../language/language";
import { EmptyState } from "../../parts/EmptyState";
import { Failure } from "../../parts/Failure";
import { Loading } from "../../parts/Loading";
import { Resting } from "../../parts/Resting";
import { SearchField } from "../../parts/SearchField";
import { Select } from "../../parts/Select";
import { Switch } from "../../parts/Switch";
import { usePolling } from "../../parts/usePolling";
import { HistoryFailure } from "./HistoryFailure";
import { keepLast } from "./keepLast";
import { Refreshing, type RefreshingProps } from "./Refreshing";
import { arrange, COLUMNS, PHASES, type Order, type SortKey, type Timings } from "./timings";
import { TimingsNote } from "./TimingsNote";
import { TimingsTable, useColumnLabel } from "./TimingsTable";

/** More endpoints than a Keycloak has; the server's own limit is higher. */
const MOST_ENDPOINTS = 1000;
const REFRESH_MILLIS = 5000;
/** Nodes write once a minute. */
const REFRESH_ALL_NODES_MILLIS = 30_000;

/** The administrator's choice for the table of endpoints. */
export interface EndpointsChoice {
    readonly order: Order;
    readonly filter: string;
    /** Whether the requests of all nodes count; only in realm master. */
    readonly allNodes: boolean;
}

interface EndpointsProps extends Omit<RefreshingProps, "onRefresh"> {
    readonly choice: EndpointsChoice;
    readonly onChoice: (part: Partial<EndpointsChoice>) => void;
}

/** Where the time of the latest requests went, by endpoint. */
export function Endpoints({ choice, onChoice, refreshing, onRefreshing }: EndpointsProps) {
    const { t } = useLanguage();
    const realm = useRealm();
    const sortId = useId();
    const columnLabel = useColumnLabel();
    const { order, filter, allNodes } = choice;
    const ask = useMemo(() => {
        const query = { max: MOST_ENDPOINTS, ...(allNodes && { nodes: "all" }) };
        return keepLast((signal) => realm.get<Timings>("/request-timings", query, signal));
    }, [realm, allNodes]);
    const millis = allNodes ? REFRESH_ALL_NODES_MILLIS : REFRESH_MILLIS;
    const { value, error, stale, resting, refresh } = usePolling(ask, refreshing ? millis : undefined);
    // After a failure, the last answer may be that of the other choice.
    const timings = error !== undefined && (value?.nodes !== undefined) !== allNodes ? undefined : value;
    const endpoints = timings && arrange(timings.endpoints, order, filter);
    const Refusal = allNodes ? HistoryFailure : Failure;
    const onSearch = useCallback((text: string) => onChoice({ filter: text }), [onChoice]);

    return (
        <>
            <Resting resting={resting} />
            {error !== undefined && <Refusal error={error} onRetry={refresh} />}
            <section className="pf-v5-c-page__main-section pf-m-light">
                <div className="keylift-toolbar">
                    <SearchField
                        label={t("timings.filter")}
                        value={filter}
                        onSearch={onSearch}
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
                            onChange={(key: SortKey) => onChoice({ order: { key, ascending: key === "endpoint" } })}
                            data-testid="keylift-sort"
                        />
                    </label>
                    {realm.isMaster && (
                        <Switch
                            checked={allNodes}
                            onChange={(all) => onChoice({ allNodes: all })}
                            label={t("timings.allNodes")}
                            testId="keylift-all-nodes"
                        />
                    )}
                    <Refreshing refreshing={refreshing} onRefreshing={onRefreshing} onRefresh={refresh} />
                </div>
                {!timings && error === undefined && <Loading />}
                {timings && endpoints && <TimingsNote timings={timings} shown={endpoints.length} />}
                {endpoints && endpoints.length > 0 && (
                    <TimingsTable
                        endpoints={endpoints}
                        order={order}
                        onOrder={(next) => onChoice({ order: next })}
                        busy={stale}
                    />
                )}
                {timings && endpoints?.length === 0 && (
                    <EmptyState title={t(timings.endpointCount > 0 ? "timings.noneMatches" : "timings.none")}>
                        {timings.endpointCount === 0 && timings.nodes && t("history.late")}
                    </EmptyState>
                )}
            </section>
        </>
    );
}
