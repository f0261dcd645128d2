// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useMemo } from "react";
import { useRealm } from "../../console/realm";
import { useLanguage } from "../../language/language";
import { Failure } from "../../parts/Failure";
import { Loading } from "../../parts/Loading";
import { Resting } from "../../parts/Resting";
import { usePolling } from "../../parts/usePolling";
import { busiest, type RequestsInFlight } from "./inFlight";
import { InFlightTable } from "./InFlightTable";
import { keepLast } from "./keepLast";
import { PhaseName } from "./PhaseName";
import { Refreshing, type RefreshingProps } from "./Refreshing";

const MOST_REQUESTS = 50;
/** A node answers all administrators together twice a second. */
const REFRESH_MILLIS = 5000;

/** The requests that have not ended: how many are in each phase, and the oldest. */
export function InFlight({ refreshing, onRefreshing }: Omit<RefreshingProps, "onRefresh">) {
    const { t, number, time } = useLanguage();
    const realm = useRealm();
    const ask = useMemo(
        () =>
            keepLast((signal) =>
                realm.get<RequestsInFlight>("/request-timings/in-flight", { max: MOST_REQUESTS }, signal),
            ),
        [realm],
    );
    const { value: inFlight, error, resting, refresh } = usePolling(ask, refreshing ? REFRESH_MILLIS : undefined);

    return (
        <>
            <Resting resting={resting} />
            {error !== undefined && <Failure error={error} onRetry={refresh} />}
            {!inFlight && error === undefined && <Loading />}
            {inFlight && (
                <section className="pf-v5-c-page__main-section pf-m-light" data-testid="keylift-in-flight">
                    <div className="keylift-toolbar">
                        <Refreshing refreshing={refreshing} onRefreshing={onRefreshing} onRefresh={refresh} />
                    </div>
                    <p className="keylift-note">
                        {inFlight.realm === undefined
                            ? t("timings.ofAll")
                            : t("timings.ofRealm", { realm: inFlight.realm })}{" "}
                        {t("inFlight.note")}
                    </p>
                    <p data-testid="keylift-in-flight-count">
                        {t("inFlight.count", {
                            count: number(inFlight.requestCount),
                            time: time(Date.parse(inFlight.at)),
                        })}
                        {inFlight.requests.length < inFlight.requestCount &&
                            ` ${t("inFlight.oldest", { shown: number(inFlight.requests.length) })}`}
                    </p>
                    <ul className="keylift-legend" aria-label={t("inFlight.phases")} role="list">
                        {busiest(inFlight).map(({ phase, count }) => (
                            <li key={phase} data-phase={phase}>
                                <PhaseName phase={phase} />: {number(count)}
                            </li>
                        ))}
                    </ul>
                    <InFlightTable requests={inFlight.requests} ofAllRealms={inFlight.realm === undefined} />
                </section>
            )}
        </>
    );
}
