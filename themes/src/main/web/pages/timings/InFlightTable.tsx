// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useLanguage } from "../../language/language";
import { FigureHeader } from "../../parts/FigureHeader";
import { Table, type Column } from "../../parts/Table";
import { EndpointName } from "./EndpointName";
import type { RequestInFlight } from "./inFlight";
import { PhaseName } from "./PhaseName";

interface InFlightTableProps {
    readonly requests: readonly RequestInFlight[];
    /** Whether each request's realm is shown. */
    readonly ofAllRealms: boolean;
}

export function InFlightTable({ requests, ofAllRealms }: InFlightTableProps) {
    const { t, duration } = useLanguage();
    const figure = (
        key: string,
        label: string,
        cell: (request: RequestInFlight) => string,
    ): Column<RequestInFlight> => ({
        key,
        label,
        head: <FigureHeader label={label} />,
        className: "keylift-figure",
        cell,
    });
    const realm: Column<RequestInFlight> = {
        key: "realm",
        label: t("inFlight.realm"),
        className: "keylift-text",
        cell: (request) => request.realm ?? "–",
    };
    const columns: readonly Column<RequestInFlight>[] = [
        figure("age", t("inFlight.age"), ({ age }) => duration(age)),
        { key: "phase", label: t("inFlight.phase"), cell: ({ phase }) => <PhaseName phase={phase} /> },
        figure("phaseAge", t("inFlight.phaseAge"), ({ phaseAge }) => duration(phaseAge)),
        {
            key: "endpoint",
            label: t("timings.endpoint"),
            cell: (request) => (
                <>
                    <EndpointName endpoint={request} />
                    {request.abandoned && (
                        <>
                            {" "}
                            <span className="pf-v5-c-label pf-m-compact pf-m-orange">
                                <span className="pf-v5-c-label__content">{t("inFlight.abandoned")}</span>
                            </span>
                        </>
                    )}
                </>
            ),
        },
        ...(ofAllRealms ? [realm] : []),
        {
            key: "client",
            label: t("inFlight.client"),
            className: "keylift-text",
            cell: ({ client }) => client ?? "–",
        },
        {
            key: "lock",
            label: t("inFlight.lock"),
            className: "keylift-text",
            cell: ({ lock }) => (lock === undefined ? "–" : <code>{lock}</code>),
        },
    ];
    return (
        <Table
            columns={columns}
            rows={requests}
            rowKey={(_request, index) => String(index)}
            grid="lg"
            empty={t("inFlight.none")}
            aria-label={t("inFlight.requests")}
            testId="keylift-in-flight-table"
        />
    );
}
